import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Choice } from './choice-list.tsx';
import { HintButton } from './hint-button.tsx';
import { withProgress } from '../../client/progress.ts';

// Menus bring 12 kB, which a first list need not wait for.
const ChoiceList = lazy(async () => ({
  default: (await withProgress(import('./choice-list.tsx'))).ChoiceList,
}));

type ChoiceMenuProps<Value extends string> = {
  label: string;
  icon: ReactNode;
  choices: readonly (Choice & { value: Value })[];
  current: Value;
  onChoose: (choice: Value) => void;
};

/** A button with a menu, one entry of which is the case. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, icon, choices, current, onChoose } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (chosen: string): void => {
    setAnchor(null);
    const choice = choices.find(({ value }) => value === chosen);
    if (choice) onChoose(choice.value);
  };
  return (
    <>
      <HintButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </HintButton>
      {anchor && (
        <Suspense fallback={null}>
          <ChoiceList
            anchor={anchor}
            choices={choices}
            current={current}
            onChoose={choose}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      )}
    </>
  );
}
