import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useBlocker, useLocation, type Location } from 'react-router-dom';
import { createSignal } from '../client/page-state.ts';
import { ConfirmDialog } from './dialog-frame.tsx';
import { openRecordOf } from './open-record.ts';
import { useTexts } from '../messages/texts.ts';

type UnsavedChangesProps = {
  isDirty: () => boolean;
  /** The part of the address to which the changes belong: a user who goes to another one loses them. */
  placeOf?: (location: Location) => string;
  /** What would be lost, if it is not the input of a form. */
  text?: () => string;
  /** The user discards the changes on purpose. */
  onLeave: () => void;
};

type Unsaved = {
  isDirty: () => boolean;
  isLeft: (from: Location, to: Location) => boolean;
  text: () => string | undefined;
  onLeave: () => void;
};

/** Stops the user from leaving with unsaved changes; the browser asks when its tab is closed. */
export function UnsavedChanges({ isDirty, placeOf, text, onLeave }: UnsavedChangesProps) {
  const placeNow = placeOf ?? placeOfForm;
  const [own] = useState(() => ({}) as Unsaved);
  const first = useSyncExternalStore(changes.listen, () => all[0]);
  useLayoutEffect(() => {
    const isLeft: Unsaved['isLeft'] = (from, to) => placeNow(from) !== placeNow(to) && isDirty();
    Object.assign(own, { isDirty, isLeft, text: () => text?.(), onLeave });
  });
  useLayoutEffect(() => {
    setAll([...all, own]);
    return () => setAll(all.filter((one) => one !== own));
  }, [own]);
  return first === own && <Guard />;
}

/** All that is unsaved. A list and the form beside it can both be, but the router has room for one blocker. */
let all: readonly Unsaved[] = [];
const changes = createSignal();

function setAll(next: readonly Unsaved[]): void {
  all = next;
  changes.send();
}

function placeOfForm({ pathname, search }: Location): string {
  return `${pathname} ${openRecordOf(search) ?? ''}`;
}

/** Asks for all of them. */
function Guard() {
  const app = useTexts('app');
  const location = useLocation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) =>
    all.some((one) => one.isLeft(currentLocation, nextLocation)),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (all.some((one) => one.isDirty())) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  if (blocker.state !== 'blocked') return null;
  const left = all.filter((one) => one.isLeft(location, blocker.location));
  const texts = left.map((one) => one.text() ?? app.form.unsavedText);
  return (
    <ConfirmDialog
      title={app.form.unsavedTitle}
      text={[...new Set(texts)].join(' ')}
      action={app.form.leave}
      cancel={app.form.stay}
      isGrave
      onAction={() => {
        for (const one of left) one.onLeave();
        blocker.proceed();
      }}
      onClose={() => blocker.reset()}
    />
  );
}
