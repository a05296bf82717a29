import type { RecordVersion, Way } from '../../../contract/past.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

type WayTexts = {
  ways: Readonly<Record<Way, string>>;
  /** With `{key}`. */
  throughKey: string;
};

/** How a change was made, in words, with the key as far as the user may see it; '' if that is unknown. */
export function wayText(
  { ways, throughKey }: WayTexts,
  { way, key }: Pick<RecordVersion, 'way' | 'key'>,
  text = way === null ? '' : ways[way],
): string {
  if (key === undefined) return text;
  const through = fillTemplate(throughKey, { key });
  return way === 'key' ? through : `${text}, ${through}`;
}
