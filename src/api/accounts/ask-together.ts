/**
 * Answers what is asked one by one in the same moment by one reading: thousands who listen are all
 * looked at when something changes, and each alone would take its turn at the database.
 */
export function askTogether<Answer>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (id: string) => Promise<Answer | undefined> {
  let asked: { ids: Set<string>; answers: Promise<ReadonlyMap<string, Answer>> } | undefined;
  return async (id) => {
    if (!asked) {
      const ids = new Set<string>();
      asked = { ids, answers: soon(() => read([...ids])) };
    }
    asked.ids.add(id);
    return (await asked.answers).get(id);
  };

  function soon<Read>(run: () => Promise<Read>): Promise<Read> {
    return new Promise((resolve, reject) => {
      // After everything that goes on by promises alone, and before anything comes from outside.
      process.nextTick(() => {
        asked = undefined;
        run().then(resolve, reject);
      });
    });
  }
}
