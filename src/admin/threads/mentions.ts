import type { Thread } from '../../contract/people/threads.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { showBidi } from '../../fields/text/direction-signs.ts';
import { toRecordPath } from '../kit/screen-paths.ts';

/** What a text names by people and records, from the sign in the text (`@[Ann]`) to the sign that is stored (`@[u1]`). */
export type Named = ReadonlyMap<string, string>;

const person = /@\[([^\]\s/]{1,100})\]/g;
const record = /#\[([A-Za-z][A-Za-z0-9_]*\/[^\]\s]{1,100})\]/g;

type Known = Pick<Thread, 'names' | 'titles'>;

/** The text as it is stored: people and records by their ids. */
export function toStored(text: string, named: Named): string {
  return text.replace(/[@#]\[[^\]\n]+\]/g, (sign) => named.get(sign) ?? sign);
}

/** A stored text to change: with names in place of ids, as far as the reader may read them. */
export function toWritten(text: string, { names, titles }: Known): { text: string; named: Named } {
  const named = new Map<string, string>();
  const written = text
    .replace(person, (sign, id: string) => nameSign(named, '@', names[id], sign))
    .replace(record, (sign, key: string) => nameSign(named, '#', titles[key], sign));
  return { text: written, named };
}

/** The sign for a name, with a number where another one has the name. */
export function nameSign(
  named: Map<string, string>,
  mark: '@' | '#',
  name: string | undefined,
  stored: string,
): string {
  if (name === undefined) return stored;
  const plain = name.replaceAll(/[[\]\n]/g, ' ').trim();
  for (let count = 1; ; count += 1) {
    const sign = `${mark}[${plain}${count === 1 ? '' : ` ${count}`}]`;
    if ((named.get(sign) ?? stored) !== stored) continue;
    named.set(sign, stored);
    return sign;
  }
}

type Words = { somebody: string; hiddenRecord: string };

/** The text as Markdown, with names for people and links for records. */
export function toMarkdown(
  text: string,
  { names, titles }: Known,
  { resources }: Descriptor,
  words: Words,
): string {
  return text
    .replace(person, (_, id: string) => `**@${escape(names[id] ?? words.somebody)}**`)
    .replace(record, (_, key: string) => {
      const cut = key.indexOf('/');
      const resource = resources.get(key.slice(0, cut));
      const title = titles[key];
      if (!resource || title === undefined) return `*${escape(words.hiddenRecord)}*`;
      return `[${escape(title)}](<${toRecordPath(resource, key.slice(cut + 1))}>)`;
    });
}

/** Nothing in a name or a title is a mark of Markdown. */
function escape(text: string): string {
  return showBidi(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
}
