import type { Encoding } from './to-utf8.ts';

/** How sure it is in which encoding a text is: it says so itself, it reads well, or several read as well. */
export type Confidence = 'sure' | 'likely' | 'weak';

/**
 * In which of the encodings of one byte per character a text probably is: that in which its words look like words.
 * What is read here are bytes from where it was seen that they are no UTF-8.
 */
export function guessEncoding(sample: Uint8Array): { encoding: Encoding; confidence: Confidence } {
  const scored = Object.entries(expected).map(([name, letters]) => {
    const text = new TextDecoder(name).decode(sample);
    return { encoding: name as Encoding, text, score: scoreOf(text, letters) };
  });
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
  if (best.score <= 0) return { encoding: 'windows-1252', confidence: 'weak' };
  // Those that read the same text leave nothing to ask.
  const others = scored.filter(({ text }) => text !== best.text).map(({ score }) => score);
  const isClear = best.score > Math.max(0, ...others) * 1.2;
  return { encoding: best.encoding, confidence: isClear ? 'likely' : 'weak' };
}

const western = 'äöüßéèêëàâçñøåæœóòíìúùáîïôûõãýÿÄÖÜÉÈÀÇÑØÅÆÓÁ';
const central = 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßôľĺŕőűăâîşţđŁŚŻŹĆČŘŠŽÁÉÍÓÖÚÜĐŐŰ';
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
const greek = 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ';

/**
 * Letters of the languages written in each; of two that read a text alike the first is taken. Latin letters
 * stand between plain ones, of other scripts nearly all are small.
 */
const expected: Partial<Record<Encoding, string>> = {
  'windows-1252': western,
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  'iso-8859-5': cyrillic,
  'windows-1253': greek,
  'iso-8859-7': greek,
};

function scoreOf(text: string, letters: string): number {
  const isLatin = /[a-z]/i.test(letters.normalize('NFKD'));
  let score = 0;
  for (const word of text.match(/[\p{L}\p{M}]+/gu) ?? []) {
    const signs = [...word];
    const others = signs.filter((sign) => sign > '\u007f');
    const plain = signs.length - others.length;
    const isLikely = isLatin ? others.length <= plain + 1 : plain === 0;
    for (const sign of others) {
      const isOwn = letters.includes(sign);
      const isCapital = !isOwn && letters.includes(sign.toLowerCase());
      if (!isLikely || (!isOwn && !isCapital)) score -= 1;
      else if (isOwn) score += 1;
      else score += sign === signs[0] ? 0.9 : -0.5;
    }
  }
  // Neither controls nor signs stand between letters.
  return (
    score -
    2 *
      (text.match(/[\u0080-\u009f\ufffd]|\p{L}[^\p{ASCII}\p{L}\p{M}\p{P}\p{Z}]+\p{L}/gu)?.length ??
        0)
  );
}
