"""Pages: an article as Markdown and as one self-contained HTML file; the site's index and feed."""
