"""The games for research: OpenSpiel (`spiel`) and PettingZoo (`zoo`). See docs/bots.md."""
