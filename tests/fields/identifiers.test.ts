import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casCheckDigit, ecCheckDigit } from '../../src/fields/chemistry/cas-number.ts';
import type { Problem } from '../../src/fields/problems/problem.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';

const casNumber = fieldTypes.cas.value({ pseudoKeys: false });
const casOrKey = fieldTypes.cas.value({ pseudoKeys: true });
const ecNumber = fieldTypes.ec.value({});
const doi = fieldTypes.doi.value({});

describe('a CAS number', () => {
  // Water, formaldehyde, bisphenol A, ethyl cellosolve, DEHP, caffeine, titanium dioxide, PFOA, a long one.
  it.each([
    '7732-18-5',
    '50-00-0',
    '80-05-7',
    '107-07-3',
    '117-81-7',
    '58-08-2',
    '13463-67-7',
    '335-67-1',
    '2058-94-8',
    '1228182-47-5',
  ])('%s is accepted', (number) => {
    expect(casNumber.parse(number)).toBe(number);
  });

  it('with any other check digit is refused with the right one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10, max: 9_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 0, max: 9 }),
        (first, middle, last) => {
          const stem = `${first}-${String(middle).padStart(2, '0')}-`;
          const digit = casCheckDigit(`${stem}0`);
          const problems = problemsOf(casNumber, `${stem}${last}`);

          expect(problems).toMatchObject(
            last === digit ? [] : [{ code: 'V012', params: { digit } }],
          );
        },
      ),
    );
  });

  it.each([
    [' 80-05-7 ', '80-05-7'],
    ['80‐05‐7', '80-05-7'],
    ['80–05–7', '80-05-7'],
    ['80 - 05 - 7', '80-05-7'],
    ['80−05−7', '80-05-7'],
  ])('written as "%s" is kept as %s', (written, kept) => {
    expect(casNumber.parse(written)).toBe(kept);
  });

  it.each(['MOSH', '108-38-3, 106-42-3', 'C10 – C13 chloroalkanes', 'NOCAS_12345'])(
    'can be the key %s if the field allows it, with a warning and unchanged',
    (key) => {
      expect(problemsOf(casNumber, key)).toMatchObject([{ code: 'V011' }]);
      expect(casOrKey.parse(key)).toBe(key);
      expect(fieldTypes.cas.warn?.(key, { pseudoKeys: true })).toMatchObject({ code: 'V022' });
    },
  );

  it.each(['80-05-8', '108-38-3, 106-42-4', '108–38–3; 106–42–4'])(
    'with a wrong check digit is refused even where keys are allowed: %s',
    (wrong) => {
      expect(problemsOf(casOrKey, wrong)).toMatchObject([{ code: 'V012' }]);
    },
  );

  it('gets no warning if it is valid', () => {
    expect(fieldTypes.cas.warn?.('80-05-7', { pseudoKeys: true })).toBeUndefined();
  });
});

describe('an EC number', () => {
  // Dexamethasone, formaldehyde, bisphenol A, a polymer entry, an ELINCS number whose sum leaves 10.
  it.each(['200-003-9', '200-001-8', '201-245-8', '500-033-5', '231-791-2', '204-211-0'])(
    '%s is accepted',
    (number) => {
      expect(ecNumber.parse(number)).toBe(number);
    },
  );

  it('with any other check digit is refused with the right one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200_000, max: 999_999 }),
        fc.integer({ min: 0, max: 9 }),
        (six, last) => {
          const stem = `${String(six).slice(0, 3)}-${String(six).slice(3)}-`;
          const digit = ecCheckDigit(`${stem}0`);

          expect(problemsOf(ecNumber, `${stem}${last}`)).toMatchObject(
            last === digit ? [] : [{ code: 'V012', params: { digit } }],
          );
        },
      ),
    );
  });

  it('whose checksum is 10 has the check digit 1, like a few of ELINCS', () => {
    // 4·6 + 2·5 … : 1·2 + 2·0 + 3·0 + 4·2 = 10.
    expect(ecCheckDigit('200-200-0')).toBe(1);
    expect(ecNumber.parse('200-200-1')).toBe('200-200-1');
  });
});

describe('a DOI', () => {
  it.each([
    ['10.1016/J.ENVINT.2020.106225', '10.1016/j.envint.2020.106225'],
    ['https://doi.org/10.1016/j.envint.2020.106225', '10.1016/j.envint.2020.106225'],
    ['HTTP://DX.DOI.ORG/10.1016/j.envint.2020.106225.', '10.1016/j.envint.2020.106225'],
    ['doi:10.1021/acs.est.1c04123;', '10.1021/acs.est.1c04123'],
    ['DOI: 10.1021/acs.est.1c04123,', '10.1021/acs.est.1c04123'],
    ['https://doi.org/10.1002/%28SICI%291097-0010', '10.1002/(sici)1097-0010'],
    ['https://doi.org/10.1234/100%', '10.1234/100%'],
    ['10.1234/a%2fb', '10.1234/a%2fb'],
  ])('written as %s is kept as %s', (written, kept) => {
    expect(doi.parse(written)).toBe(kept);
  });
});

function problemsOf(rule: { safeParse(value: unknown): any }, value: unknown): Problem[] {
  const { success, error } = rule.safeParse(value);
  return success ? [] : valueProblems(error, 'casId');
}
