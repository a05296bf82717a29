import { problem, type Problem } from '../problems/problem.ts';

export const PASSWORD_MIN = 8;
const PASSWORD_MAX = 256;

/**
 * The problems of a new password that its text alone shows. `checkPassword` also refuses what attackers try first,
 * but its list of common passwords takes about a tenth of a second to load.
 */
export function checkPasswordForm(password: string, path: string): Problem[] {
  const length = [...password].length;
  if (length === 0) return [problem('V001', path)];
  if (length < PASSWORD_MIN) return [problem('V004', path, { min: PASSWORD_MIN })];
  if (length > PASSWORD_MAX) return [problem('V003', path, { max: PASSWORD_MAX })];
  // No keyboard could type it, and no database store it.
  if (!password.isWellFormed() || password.includes('\0')) return [problem('V013', path)];
  return [];
}
