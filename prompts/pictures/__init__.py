"""Pictures of an article: vector, small, readable in print and by colour-blind eyes, light and dark, with words for those who cannot see them."""

from prompts.pictures.draw import draw_pictures

__all__ = ["draw_pictures"]
