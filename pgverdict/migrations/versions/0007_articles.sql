-- What a page needs beyond its text: the finished HTML, the lead for the index, pictures, and errata that later nights bring.

alter table articles.articles add column html text not null default '';
alter table articles.articles add column lead text not null default '';
create index on articles.articles (experiment_id, language, written_at desc);

create table articles.pictures (
    article_id bigint not null references articles.articles on delete cascade,
    name text not null,
    svg text not null,
    primary key (article_id, name)
);
create table articles.errata (                      -- statements of an older article that a newer execution did not confirm
    article_id bigint not null references articles.articles on delete cascade,
    claim_id text not null,
    newer_execution_id bigint not null,
    recorded_at timestamptz not null default now(),
    primary key (article_id, claim_id, newer_execution_id)
);

grant select, insert, update, delete on articles.pictures, articles.errata to pgverdict_prompts;
grant select on articles.pictures, articles.errata to pgverdict_reader;
