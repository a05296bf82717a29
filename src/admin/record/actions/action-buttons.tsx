import { useMemo, useState } from 'react';
import { lazyPart } from '../../kit/loading/lazy-part.tsx';
import type { Action } from '../../../descriptor/settings/actions.ts';
import { leadsOn } from '../../../descriptor/permissions/is-offered.ts';
import { useI18n } from '../../kit/use-i18n.ts';
import { useOfferCommands } from '../../shell/palette/offered-commands.ts';
import { ActionButton } from './action-button.tsx';
import type { AllMatching, ActionTarget } from './use-action-form.ts';
import { useActionReason } from './use-action-reason.ts';

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog');

type ActionButtonsProps = {
  actions: readonly Action[];
  targets: readonly ActionTarget[];
  /** Instead of targets: every record that matches the list's filter. */
  all?: AllMatching;
  size?: 'small' | 'medium';
  isDisabled?: boolean;
  /** Called when the action succeeded for all of them. */
  onDone?: () => void;
};

/** A button for each action, which opens a dialog that asks for what the action needs. */
export function ActionButtons({
  actions,
  targets,
  all,
  size = 'medium',
  isDisabled = false,
  onDone,
}: ActionButtonsProps) {
  const { texts } = useI18n();
  const reasonOf = useActionReason();
  const [open, setOpen] = useState<Action>();
  const possible = useMemo(
    () =>
      actions.map((action) => {
        const mine = targets.filter(
          (record) => leadsOn(action, record) && reasonOf(action, record) === undefined,
        );
        const isNone = all === undefined && mine.length === 0;
        const [only] = targets;
        const refusal = only && targets.length === 1 ? reasonOf(action, only) : undefined;
        const reason = isNone ? (refusal ?? texts.action.none) : undefined;
        return { action, mine, reason };
      }),
    [actions, targets, all, reasonOf, texts],
  );
  const commands = useMemo(
    () =>
      possible.flatMap(({ action, reason }) =>
        reason === undefined
          ? [
              {
                id: `action:${action.name}`,
                label: action.label,
                icon: action.icon,
                run: () => setOpen(action),
              },
            ]
          : [],
      ),
    [possible],
  );
  useOfferCommands(commands);
  const opened = possible.find(({ action }) => action === open);
  return (
    <>
      {possible.map(({ action, reason }) => (
        <ActionButton
          key={action.name}
          {...{ action, size, isDisabled, reason }}
          onOpen={() => setOpen(action)}
        />
      ))}
      {opened && (
        <ActionDialog
          action={opened.action}
          targets={opened.mine}
          of={targets.length}
          all={all}
          onDone={onDone}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}
