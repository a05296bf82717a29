import { useState } from 'react';
import { useNotify } from 'react-admin';
import { capitalise, problemsOf } from '../../client/http.ts';
import { problemText } from '../../messages/problem-text.ts';
import { useNotifyError } from '../../client/use-notify-error.ts';
import { saveProfile, type ProfileChanges } from '../../client/account/own-user.ts';

/** Saves changes of the user's own profile, and keeps the problems for each input by its name. */
export function useSaveProfile(names: readonly string[]) {
  const notify = useNotify();
  const notifyError = useNotifyError();
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});

  /** Returns whether it was saved. The inputs or a notice show why not. */
  async function save(changes: ProfileChanges, done: string): Promise<boolean> {
    setBusy(true);
    try {
      await saveProfile(changes);
      setProblems({});
      notify(done, { type: 'success' });
      return true;
    } catch (error) {
      const newProblems = toProblems(error, names);
      setProblems(newProblems);
      if (Object.keys(newProblems).length === 0) notifyError(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Drops the problem of an input that the user changes. */
  function forget(name: string): void {
    const { [name]: _, ...others } = problems;
    setProblems(others);
  }

  return { isBusy, problems, setProblems, forget, save };
}

function toProblems(error: unknown, names: readonly string[]): Record<string, string> {
  const own = problemsOf(error).filter(({ path }) => names.includes(path));
  return Object.fromEntries(own.map((problem) => [problem.path, capitalise(problemText(problem))]));
}
