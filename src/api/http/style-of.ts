import { findLanguage } from '../../fields/problems/languages.ts';
import type { ReaderStyle } from '../../fields/reader-style.ts';
import type { Call } from './call.ts';

/**
 * How the caller has titles written: in the language that `Accept-Language` prefers (RFC 9110, 12.5.4), otherwise in
 * English, with the times of the installation.
 */
export function styleOf({
  request,
  descriptor,
}: Pick<Call, 'request' | 'descriptor'>): ReaderStyle {
  const { timeZone } = descriptor.app;
  return { language: preferred(request.headers.get('Accept-Language') ?? ''), timeZone };
}

/** A longer list comes from no browser. */
const MOST_TAGS = 20;

function preferred(header: string): string {
  const preferences = header.split(',', MOST_TAGS).flatMap((part) => {
    const [tag = '', quality] = part.split(';').map((piece) => piece.trim());
    const weight = quality?.startsWith('q=') ? Number(quality.slice(2)) : 1;
    const language = weight > 0 ? findLanguage(tag.slice(0, LONGEST_TAG)) : undefined;
    return language === undefined ? [] : [{ language, weight }];
  });
  return preferences.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
}

/** In characters. */
const LONGEST_TAG = 35;
