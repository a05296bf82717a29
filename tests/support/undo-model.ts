/** A document of the model: its fields, without empty ones. */
export type Doc = Readonly<Record<string, unknown>>;

/** One write of a record as the model remembers it: whole states, where the history has only what changed. */
type Write = { set: string; before: Doc | null; after: Doc | null };

export type Wanted = { docs: Map<string, Doc>; left: number; changed: string[] };

/**
 * Records and their writes, and what an undo has to make of them, told by whole states instead of changed fields. It
 * knows nothing of how the server does it.
 */
export function createUndoModel() {
  const docs = new Map<string, Doc>();
  const writes = new Map<string, Write[]>();
  const undos: { id: string; undoes: string; changed: boolean; left: number }[] = [];

  function write(set: string, id: string, after: Doc | null): void {
    const before = docs.get(id) ?? null;
    if (before && after && isSame(before, after)) return;
    writes.set(id, [...(writes.get(id) ?? []), { set, before, after }]);
    if (after) docs.set(id, after);
    else docs.delete(id);
  }

  /** The state of one record after the undo; 'left' if it stays as it is because of later changes. */
  function wish(id: string, set: string, overwrite: boolean): Doc | null | 'left' {
    const all = writes.get(id)!;
    const mine = all.filter((each) => each.set === set);
    const [first, last] = [all.indexOf(mine[0]!), all.lastIndexOf(mine.at(-1)!)];
    const { before } = mine[0]!;
    const { after } = mine.at(-1)!;
    const now = docs.get(id) ?? null;
    const isMixed = all.slice(first, last).some((each) => each.set !== set);
    const isChanged = (isMixed || !isSame(after, now)) && !overwrite;
    // Of each field, the value before the set changed it for the first time.
    const names = new Set(all.flatMap((each) => Object.keys({ ...each.before, ...each.after })));
    const earlier = new Map<string, unknown>();
    for (const each of mine.filter(({ before: was }) => was !== null))
      for (const name of names)
        if (!earlier.has(name) && (!each.after || !isSame(each.before![name], each.after[name])))
          earlier.set(name, each.before![name]);
    if (!before || !now) {
      if (!before && !now) return now;
      if (before && after) return 'left';
      if (isChanged) return 'left';
      return before ? definedOf(earlier) : null;
    }
    const next: Record<string, unknown> = { ...now };
    for (const [name, value] of earlier) {
      if (value === undefined) delete next[name];
      else next[name] = value;
    }
    if (isSame(next, now)) return now;
    return isChanged ? 'left' : next;
  }

  function holds(id: string): boolean {
    return !undos.some(
      (each) => each.undoes === id && each.changed && each.left === 0 && holds(each.id),
    );
  }

  return {
    docs,
    write,
    sets: () => [...new Set([...writes.values()].flat().map(({ set }) => set))],
    isUndone: (set: string) =>
      undos.some(
        ({ id, undoes, changed, left }) => undoes === set && changed && left === 0 && holds(id),
      ),
    /** All records after the undo of a set, if nothing but later changes is in the way. */
    wanted(set: string, overwrite: boolean): Wanted {
      const touched = [...writes].flatMap(([id, all]) =>
        all.some((each) => each.set === set) ? [id] : [],
      );
      const wishes = touched.map((id) => [id, wish(id, set, overwrite)] as const);
      const next = new Map(docs);
      for (const [id, doc] of wishes) {
        if (doc === 'left') continue;
        if (doc) next.set(id, doc);
        else next.delete(id);
      }
      return {
        docs: next,
        left: wishes.filter(([, doc]) => doc === 'left').length,
        changed: wishes.flatMap(([id, doc]) =>
          doc !== 'left' && !isSame(doc, docs.get(id) ?? null) ? [id] : [],
        ),
      };
    },
    /** Records an undo with the state it led to. */
    undone(
      undo: { id: string; undoes: string; left: number },
      after: ReadonlyMap<string, Doc>,
    ): void {
      const changed = [...new Set([...docs.keys(), ...after.keys()])].filter(
        (id) => !isSame(docs.get(id) ?? null, after.get(id) ?? null),
      );
      for (const id of changed) write(undo.id, id, after.get(id) ?? null);
      undos.push({ ...undo, changed: changed.length > 0 });
    },
  };
}

function definedOf(values: ReadonlyMap<string, unknown>): Doc {
  return Object.fromEntries([...values].filter(([, value]) => value !== undefined));
}

export function isSame(one: unknown, other: unknown): boolean {
  return stable(one) === stable(other);
}

function stable(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(
            Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)),
          )
        : each,
    ) ?? 'undefined'
  );
}
