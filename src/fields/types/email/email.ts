import { defineCanonicalTextType, canonicalText } from '../../type/canonical-text-type.ts';
import { requireLast } from '../../require-entry.ts';

/** Two spellings of one mailbox are one account. */
const emailRule = canonicalText(
  254,
  // Only ASCII: the lower case of some other letters is one of ours (U+212A is not a k).
  (text) => (/^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : text),
  (text) => (isEmail(text) ? undefined : { code: 'V011', params: { expected: 'email' } }),
).meta({ format: 'email', maxLength: 254 });

export const email = defineCanonicalTextType(emailRule, {
  isAddress: true,
  examples: [
    {
      settings: {},
      valid: [
        'ada@example.org',
        'Ada.Lovelace+lab@Mail.Example.org',
        "o'neil@xn--bcher-kva.example",
      ],
      invalid: [
        'ada',
        'ada@',
        '@example.org',
        'a@b',
        'a b@example.org',
        'a..b@example.org',
        'a@-b.org',
        'a@b.org, c@d.org',
        'ädä@example.org',
        '\u212Aurt@example.org',
        'a\n@example.org',
        `${'a'.repeat(65)}@example.org`,
        `a@${'b'.repeat(250)}.org`,
        5,
      ],
    },
  ],
});

/**
 * RFC 5321's lengths and the dot-atoms of RFC 5322, in ASCII: attackers have taken over accounts through quoted local
 * parts and letters of other scripts. A domain with other letters is written `xn--…`. Each expression is anchored and
 * reads a symbol once.
 */
function isEmail(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@');
  const labels = domain.split('.');
  return (
    more.length === 0 &&
    local.length <= 64 &&
    local.split('.').every((atom) => /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i.test(atom)) &&
    labels.length > 1 &&
    labels.every(isLabel) &&
    !/^\d+$/.test(requireLast(labels))
  );
}

function isLabel(label: string): boolean {
  return (
    label.length <= 63 &&
    /^[a-z0-9-]+$/i.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  );
}
