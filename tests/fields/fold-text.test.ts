import { describe, expect, it, test } from 'vitest';
import { findWords, toWords } from '../../src/fields/text/find-words.ts';
import { foldText } from '../../src/fields/text/fold-text.ts';

test.each([
  ['Äpfel', 'apfel'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['β‑Ionön', 'beta-ionon'],
  ['ΟΔΟΣ', 'omicrondeltaomicronsigma'],
  ['4,4′-diol', "4,4'-diol"],
  ['ﬁlm', 'film'],
  ['H₂O', 'h2o'],
  ['µm', 'um'],
  ['İzmir', 'izmir'],
  ['東京', '東京'],
])('folds %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

describe('the words of a search', () => {
  const marked = (text: string, q: string) =>
    findWords(text, toWords(q))
      .map(({ text: part, isFound }) => (isFound ? `[${part}]` : part))
      .join('');

  it.each([
    ['Bisphenol A', 'phenol bis', '[Bisphenol] A'],
    ['β-Pinène', 'beta', '[β]-Pinène'],
    ['β-Pinène', 'PINENE', 'β-[Pinène]'],
    ['Straße und Strasse', 'ss', 'Stra[ß]e und Stra[ss]e'],
    ['aaa', 'aa', '[aaa]'],
    ['Bisphenol A, alpha', 'bisphanol a', 'Bisphenol [A], [a]lpha'],
    ['🧪 test', 'test', '🧪 [test]'],
    ['nothing', 'else', 'nothing'],
    ['', 'else', ''],
  ])('are found in %s', (text, q, found) => {
    expect(marked(text, q)).toBe(found);
  });
});
