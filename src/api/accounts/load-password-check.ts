/** The check of a new password. Its list of common passwords is large, so it is loaded when somebody chooses one. */
export async function loadPasswordCheck() {
  return (await import('../../fields/password.ts')).checkPassword;
}
