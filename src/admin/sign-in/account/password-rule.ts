import type { PasswordOwner } from '../../../fields/text/password.ts';
import type { Problem } from '../../../fields/problems/problem.ts';

type Rule = (password: string, owner: PasswordOwner) => Problem[];

let rule: Rule | undefined;

/**
 * Loads the rule by which the server checks new passwords. Its list of common passwords is larger than
 * all pages for visitors, so it is loaded when the user types one. If that fails, only the server checks.
 */
export async function loadPasswordRule(): Promise<void> {
  try {
    rule ??= (await import('../../../fields/text/password.ts')).checkPassword;
  } catch {
    // The server applies the same rule.
  }
}

/** The problems the server would find in a new password; none until the rule is loaded. */
export function checkByRule(password: string, owner: PasswordOwner): Problem[] {
  return rule?.(password, owner) ?? [];
}
