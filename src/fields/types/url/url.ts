import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';

/** The length that all browsers and servers accept. */
const MAX_LENGTH = 2_000;

const urlRule = canonicalText(
  MAX_LENGTH,
  (text) => text,
  (text) => (isLinkable(text) ? undefined : { code: 'V011', params: { expected: 'url' } }),
).meta({ format: 'uri', maxLength: MAX_LENGTH });

export const url = defineCanonicalTextType(urlRule, {
  long: true,
  examples: [
    {
      settings: {},
      valid: [
        'https://www.foodpackagingforum.org/',
        'http://localhost:3000/a?b=c#d',
        'mailto:info@example.org',
      ],
      invalid: [
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'data:text/html,x',
        'ftp://example.org/',
        '//example.org',
        'example.org',
        'https:example.org',
        'https://user:secret@example.org/',
        'https://user@example.org/',
        'https://',
        'https:\\\\example.org',
        'java\nscript:alert(1)',
        'https://exa mple.org/',
        'https://exa\tmple.org/',
        'https://good.example\\@evil.example/',
        7,
      ],
    },
  ],
});

/**
 * Whether an address may become a link. Checked before a value is stored and again before it is drawn, because a
 * stored value may be older than this rule.
 */
export function isLinkable(text: string): boolean {
  // URL parsers drop tabs and line ends and read `\` as `/`; people do not.
  if (text.length > MAX_LENGTH || /[\s\\\p{Cc}]/u.test(text)) return false;
  if (!/^(https?:\/\/[^/]|mailto:[^/])/i.test(text)) return false;
  const parsed = URL.parse(text);
  return parsed !== null && parsed.username === '' && parsed.password === '';
}
