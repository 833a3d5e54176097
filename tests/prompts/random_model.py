"""A llama.cpp model of random weights: the text is nonsense, the path (file, server, stream, client) is real."""

from pathlib import Path

import gguf
import numpy

EMBEDDING, LAYERS, HEADS, FEED, CONTEXT = 64, 2, 4, 128, 8192
LETTERS = "абвгдежзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz0123456789.,:;-()[]{}|=%"


def write_model(path: Path, seed: int = 5) -> Path:
    """A llama-architecture GGUF of about half a megabyte, biased away from control bytes. Returns `path`."""
    pieces: list[tuple[str, float, gguf.TokenType]] = [
        ("<unk>", 0.0, gguf.TokenType.UNKNOWN),
        ("<s>", 0.0, gguf.TokenType.CONTROL),
        ("</s>", 0.0, gguf.TokenType.CONTROL),
        *((f"<0x{byte:02X}>", 0.0, gguf.TokenType.BYTE) for byte in range(256)),
        *((letter, -1.0 - place / 100, gguf.TokenType.NORMAL) for place, letter in enumerate("▁" + LETTERS)),
    ]
    random = numpy.random.default_rng(seed)

    def weights(*shape: int) -> numpy.ndarray:
        return (random.standard_normal(shape) * 0.05).astype(numpy.float32)

    embedding, output = weights(len(pieces), EMBEDDING), weights(len(pieces), EMBEDDING)
    # One dimension is constant over all tokens and survives the layers; the output reads it as a bias.
    embedding[:, 0] = 2.0
    output[:, 0] = -3.0
    output[259:, 0] = 1.0
    output[3 + ord("\n"), 0] = 0.6
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("random")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(EMBEDDING)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(EMBEDDING // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(len(pieces))
    writer.add_tokenizer_model("llama")
    writer.add_token_list([text for text, _, _ in pieces])
    writer.add_token_scores([score for _, score, _ in pieces])
    writer.add_token_types([int(kind) for _, _, kind in pieces])
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template("{% for message in messages %}{{ message.content }}\n{% endfor %}")
    writer.add_tensor("token_embd.weight", embedding)
    writer.add_tensor("output.weight", output)
    writer.add_tensor("output_norm.weight", numpy.ones(EMBEDDING, numpy.float32))
    for layer in range(LAYERS):
        for name, shape in (
            ("attn_q", (EMBEDDING, EMBEDDING)),
            ("attn_k", (EMBEDDING, EMBEDDING)),
            ("attn_v", (EMBEDDING, EMBEDDING)),
            ("attn_output", (EMBEDDING, EMBEDDING)),
            ("ffn_gate", (FEED, EMBEDDING)),
            ("ffn_up", (FEED, EMBEDDING)),
            ("ffn_down", (EMBEDDING, FEED)),
        ):
            writer.add_tensor(f"blk.{layer}.{name}.weight", weights(*shape))
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", numpy.ones(EMBEDDING, numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
