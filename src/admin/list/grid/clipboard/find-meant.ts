import type { LookedUp } from '../../../../contract/lists.ts';
import type { Resource } from '../../../../descriptor/descriptor.ts';
import { displayTitle, parseTitle, titleFields } from '../../../../descriptor/title.ts';
import { fillTemplate } from '../../../../fields/fill-template.ts';
import { textIn } from '../../../../fields/localized-text.ts';
import { call } from '../../../client/http.ts';
import { language } from '../../../messages/language.ts';
import { textsOf } from '../../../messages/texts.ts';

export type Meant = { id: string } | { refused: string };

type Match = LookedUp['data'][number]['matches'][number];

/** So many the server looks up at once. */
const MOST = 1_000;

/**
 * The records that texts mean, by `_id`, by what files call them, or by their title or a part of
 * it; all texts in one question. What means none or several is said.
 */
export async function findMeant(
  target: Resource,
  fields: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, Meant>> {
  const parts = new Map(texts.map((text) => [text, partsOf(target, text)]));
  const values = [...new Set([...texts, ...[...parts.values()].flat()])];
  const found = new Map<string, readonly Match[]>();
  for (let from = 0; from < values.length; from += MOST) {
    const body = { values: values.slice(from, from + MOST), fields };
    const { json } = await call<LookedUp>(`${target.root}/lookup`, { method: 'POST', body });
    for (const { value, matches } of json.data) found.set(value, matches);
  }
  return new Map(
    texts.map((text) => {
      const own = found.get(text) ?? [];
      const titled = (parts.get(text) ?? [])
        .flatMap((part) => found.get(part) ?? [])
        .filter(({ record }) => displayTitle(target, record) === text);
      return [text, choose(target, text, own, titled)];
    }),
  );
}

/** By the surest of the ways it is found. */
function choose(
  target: Resource,
  text: string,
  own: readonly Match[],
  titled: readonly Match[],
): Meant {
  const by = (name: string) => own.filter((match) => match.by.includes(name));
  // The server also finds what is written in other letters: as it is written comes first.
  const exact = own.filter(({ record }) => displayTitle(target, record) === text);
  const ways = [by('_id'), exact, by(target.importKey), titled, own];
  const ids = ways.map((way) => new Map(way.map(({ record }) => [record._id, record])));
  const first = ids.find((way) => way.size > 0);
  const name = textIn(target.label, language());
  if (!first) return { refused: fillTemplate(textsOf('paste').missing, { text, name }) };
  const [only, ...others] = first.values();
  if (others.length === 0) return { id: only!._id };
  const titles = [...first.values()].slice(0, 3).map((record) => displayTitle(target, record));
  const key = target.fields.get(target.importKey);
  return {
    refused: fillTemplate(textsOf('paste').several, {
      text,
      name,
      titles: titles.join(', '),
      key: key ? textIn(key.label, language()) : 'ID',
    }),
  };
}

/** `Bisphenol A (80-05-7)`, read by a title of several fields; nothing where it is not written like it. */
function partsOf(target: Resource, text: string): string[] {
  if (titleFields(target).length < 2) return [];
  const pattern = parseTitle(target.title)
    .map((part) => ('text' in part ? escape(part.text) : '(.+?)'))
    .join('');
  return new RegExp(`^${pattern}$`, 's').exec(text)?.slice(1) ?? [];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
