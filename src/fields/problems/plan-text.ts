import { fillTemplate, type Placeholder } from './fill-template.ts';
import { type PlanTextKey, planTexts } from './plan-texts.ts';

/** The values for a placeholder: a name, a count, another sentence, or several of them. */
export type PlanParam = string | number | PlanText | readonly PlanText[];

/** What a plan says, as the key of a text that every language has. */
export type PlanText = {
  readonly key: string;
  readonly params: Readonly<Record<string, PlanParam>>;
};

/** What a plan says: in English for logs and commands, and as a text for screens. */
export type Sentence = { readonly sentence: string; readonly text: PlanText };

/** The texts of a language. `types` has words for params whose names end with `type`. */
type PlanWords = {
  language: string;
  texts: Readonly<Record<string, string>>;
  types: Readonly<Record<string, string>>;
  write(count: number): string;
};

const english: PlanWords = { language: 'en', texts: planTexts, types: {}, write: String };

export function toSentence<Key extends PlanTextKey>(
  key: Key,
  params: Readonly<Record<Placeholder<(typeof planTexts)[Key]>, PlanParam>>,
): Sentence {
  const text = { key, params };
  return { sentence: writeSentence(text, english) ?? key, text };
}

/** Writes a sentence in a language. Undefined: a newer server knows a text that this page does not. */
export function writeSentence({ key, params }: PlanText, words: PlanWords): string | undefined {
  const text = words.texts[key];
  const filled = Object.entries(params).flatMap(([name, param]) => {
    const value = writeParam(name, param, words);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (text === undefined || filled.length < Object.keys(params).length) return undefined;
  return fillTemplate(text, Object.fromEntries(filled), words.language);
}

function writeParam(name: string, param: PlanParam, words: PlanWords): string | undefined {
  if (typeof param === 'number') return words.write(param);
  if (typeof param === 'string') return /type$/i.test(name) ? writeType(param, words) : param;
  if ('key' in param) return writeSentence(param, words);
  const parts = param.flatMap((each) => writeSentence(each, words) ?? []);
  const list = new Intl.ListFormat(words.language);
  return parts.length === param.length ? list.format(parts) : undefined;
}

/** `numeric(18,2)[]`: the digits and the mark of a list stay. */
function writeType(type: string, { types }: PlanWords): string {
  return type.replace(/^.*?(?=(\(\d+,\d+\))?(\[\])?$)/, (name) => types[name] ?? name);
}
