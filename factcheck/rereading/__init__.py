"""What else a number or word may mean before it is called false, and where a refusal is withheld."""
