import { expect, test } from 'vitest';
import { associationProblems } from '../support/association.ts';

const other = { type: 'email', label: { en: 'X', de: 'X' }, required: true, default: 'x@x.org' };
const path = 'signups.public.create.confirm';

test.each<[string, string, (fields: Record<string, any>) => void, string[]]>([
  ['required and always there', 'email', () => {}, []],
  ['unknown', 'emial', () => {}, [`D011 ${path} (did you mean email?)`]],
  ['no address', 'name', () => {}, [`D105 ${path}`]],
  ['not required', 'email', ({ email }) => (email.required = false), [`D105 ${path}`]],
  ['not in the form', 'other', (fields) => (fields['other'] = other), [`D105 ${path}`]],
])('checks the field whose owner confirms entries: it is %s', (_, confirm, change, expected) => {
  const problems = associationProblems(({ signups }) => {
    signups.public.create.confirm = confirm;
    change(signups.fields);
  });

  expect(problems).toEqual(expected);
});
