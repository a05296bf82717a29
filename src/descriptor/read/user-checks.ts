import { suggestHint } from '../suggest.ts';
import { checkField } from '../field-check.ts';
import type { Draft } from './draft.ts';
import { found, type Found } from './grammar-problems.ts';

/** Whoever signs in is a record of `users`: the one resource the system itself knows. */
export function checkUsers(draft: Draft): Found[] {
  const users = draft.resources.get('users');
  if (!users) {
    const hint = suggestHint('users', draft.resources.keys());
    return [found('D026', ['resources'], { value: 'users' }, hint, 'key')];
  }
  const path = ['resources', 'users', 'fields'];
  const missing = Object.keys(needed).filter((name) => !users.fieldNames.includes(name));
  const unfit = Object.entries(needed).flatMap(([name, values]) => {
    const field = users.fields.get(name);
    const refused =
      field && values(draft).filter((value) => 'problems' in checkField(field, value));
    return !refused || refused.length === 0
      ? []
      : [found('D027', [...path, name], { value: refused.join(', ') }, undefined, 'key')];
  });
  const email = users.fields.get('email');
  const unsafe = email && !(email.required && email.unique);
  return [
    ...missing.map((name) => found('D026', path, { value: name }, undefined, 'key')),
    ...unfit,
    ...(unsafe ? [found('D013', [...path, 'email'], { value: 'email' }, undefined, 'key')] : []),
  ];
}

/** The fields the system reads and writes, with values each must be able to hold. */
const needed: Readonly<Record<string, (draft: Draft) => readonly string[]>> = {
  email: () => ['somebody@example.org'],
  name: () => ['Somebody'],
  role: (draft) => [...draft.roles.keys()],
  status: () => ['pending', 'confirmed', 'disabled', 'invited'],
};
