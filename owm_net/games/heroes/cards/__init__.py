"""The action cards, one file for each (G-05). `card` has the parts of those that are answers by
themselves, `riders` of those that are played with another answer; `listed` tells the questions."""
