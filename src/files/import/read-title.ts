import type { Resource } from '../../descriptor/descriptor.ts';
import { parseTitle, type TitlePart } from '../../descriptor/title.ts';
import { keptForm } from './kept-form.ts';

/** The fields of a record that has a title, as far as the title tells them. */
type TitleValues = Readonly<Record<string, unknown>>;

/** More ways to read one title are no title anybody would write. */
const MOST = 20;

/**
 * What a record of this title would have in the fields the title is made of: `Bisphenol A (80-05-7)` read by
 * `{commonName} ({casId})`. Where the words between the fields occur in them too, there are several ways.
 */
export function readTitle(resource: Resource, title: string): TitleValues[] {
  const found: TitleValues[] = [];
  const read = (parts: readonly TitlePart[], rest: string, values: TitleValues): void => {
    const [part, ...others] = parts;
    if (found.length >= MOST) return;
    if (!part) {
      if (rest === '') found.push(values);
    } else if ('text' in part) {
      if (rest.startsWith(part.text)) read(others, rest.slice(part.text.length), values);
    } else {
      for (const end of endsOf(rest, others[0])) {
        const field = resource.fields.get(part.field)!;
        const value = keptForm(field, rest.slice(0, end));
        const isOther = part.field in values && values[part.field] !== value;
        if (value === undefined || isOther) continue;
        read(others, rest.slice(end), { ...values, [part.field]: value });
      }
    }
  };
  read(parseTitle(resource.title), title, {});
  return found;
}

/** Where the text of a field may end: before each place where the next words stand, or at the end. */
function* endsOf(rest: string, next: TitlePart | undefined): Iterable<number> {
  if (!next || !('text' in next)) return void (yield rest.length);
  for (let at = rest.lastIndexOf(next.text); at > 0; at = rest.lastIndexOf(next.text, at - 1))
    yield at;
}
