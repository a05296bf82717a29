import { decodeEscapes } from '../../text/decode-escapes.ts';
import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';

const doiRule = canonicalText(500, toBareDoi, (text) =>
  /^10\.\d{4,9}\/[^\s\p{Cc}]+$/u.test(text)
    ? undefined
    : { code: 'V011', params: { expected: 'doi' } },
).meta({ pattern: /^10\.\d{4,9}\/\S+$/.source });

export const doi = defineCanonicalTextType(doiRule, {
  examples: [
    {
      settings: {},
      valid: [
        '10.1016/j.envint.2020.106225',
        'https://doi.org/10.1016/J.ENVINT.2020.106225',
        'http://dx.doi.org/10.1002/(SICI)1097-0010%281999%29.',
        'doi: 10.1080/19440049.2020.1799095;',
      ],
      invalid: ['10.1016', '11.1016/x', 'https://example.org/x', '10.10/x y', '10.12/x', 10.1016],
    },
  ],
});

/**
 * A DOI has no case (ISO 26324) and many spellings. One of them is stored, so that the same article is found again.
 * Punctuation that ended the sentence it was copied from is removed.
 */
function toBareDoi(text: string): string {
  const [resolver = ''] = /^https?:\/\/(?:dx\.|www\.)?doi\.org\//i.exec(text) ?? [];
  const bare =
    resolver === '' ? text.replace(/^doi:\s*/i, '') : decodeEscapes(text.slice(resolver.length));
  return bare.replace(/[.,;]+$/, '').toLowerCase();
}
