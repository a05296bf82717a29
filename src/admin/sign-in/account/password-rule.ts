import type { PasswordOwner } from '../../../fields/password.ts';
import type { Problem } from '../../../fields/problem.ts';

type Rule = (password: string, owner: PasswordOwner) => Problem[];

let rule: Rule | undefined;

/**
 * Loads what the server holds a new password to. Its list of common passwords is larger than all of a visitor's
 * pages, so it comes when a password is typed; where it does not come, the server alone refuses.
 */
export async function loadPasswordRule(): Promise<void> {
  try {
    rule ??= (await import('../../../fields/password.ts')).checkPassword;
  } catch {
    // The server says the same.
  }
}

/** What the server would say of a new password; nothing until the rule is loaded. */
export function checkByRule(password: string, owner: PasswordOwner): Problem[] {
  return rule?.(password, owner) ?? [];
}
