import { requireItem } from '../../fields/require-entry.ts';
import { endingsOfType, shortType, typeOfName } from '../../fields/files/file-endings.ts';
import {
  acceptedTypes,
  isAccepted,
  mostBytes,
  type FileSettings,
} from '../../fields/files/file-settings.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { problem } from '../../fields/problems/problem.ts';
import { toSizeText } from '../../fields/problems/size-text.ts';
import { capitalise } from '../client/http.ts';
import { language } from '../messages/language.ts';
import { problemText } from '../messages/problem-text.ts';
import { textsOf } from '../messages/texts.ts';

/** What a field accepts, in words: `PDF up to 50 MB`. */
export function acceptedText(settings: FileSettings, maxFiles: number | undefined): string {
  const texts = textsOf('uploads');
  const size = toSizeText(mostBytes(settings), language());
  const text = fillTemplate(texts.accepted, { types: typesText(settings), size });
  const isLimited = maxFiles !== undefined && maxFiles < 100;
  return isLimited ? `${text}, ${fillTemplate(texts.most, { count: maxFiles })}` : text;
}

function typesText({ accept }: FileSettings): string {
  const { kinds, anyFile } = textsOf('uploads');
  if (!accept) return anyFile;
  const named = accept.map((one) => {
    const kind = one.endsWith('/*') ? one.slice(0, -2) : one;
    return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : shortType(one);
  });
  return [...new Set(named)].join(', ');
}

/** For `<input type="file" accept>`: the types, and the endings of names that systems know no type of. */
export function acceptAttribute(settings: FileSettings): string | undefined {
  return acceptedTypes(settings)
    ?.flatMap((type) => [type, ...endingsOfType(type)])
    .join(',');
}

/** Whether a field accepts pictures, so that a phone can take one. */
export function acceptsPictures(settings: FileSettings): boolean {
  return isAccepted(settings, 'image/jpeg');
}

/**
 * Why a file cannot be uploaded for a field, as far as the browser can tell; undefined if it may be. The server looks
 * at the content: the browser knows only the name, and a type that it may have guessed.
 */
export function refusalOf(file: File, settings: FileSettings): string | undefined {
  const most = mostBytes(settings);
  const say = (...args: Parameters<typeof problem>): string =>
    capitalise(problemText(problem(...args)));
  if (file.size === 0) return say('V067', '');
  if (file.size > most) return say('V065', '', { size: toSizeText(most, language()) });
  const guesses = [typeOfName(file.name), file.type].filter(
    (type) => type !== undefined && type !== '',
  );
  if (guesses.length === 0 || guesses.some((type) => isAccepted(settings, type!))) return undefined;
  return say('V066', '', {
    value: shortType(requireItem(guesses, 0)),
    choices: typesText(settings),
  });
}
