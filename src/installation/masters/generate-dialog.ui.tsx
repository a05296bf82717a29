import { useText } from '../../admin/messages/use-text.ts';
import { ConfirmDialog } from '../../admin/kit/confirm-dialog.tsx';
import { useNumber } from '../../admin/kit/use-number.ts';
import { fillTemplate } from '../../fields/fill-template.ts';
import type { Generated } from './contract.ts';
import { texts } from './generate-texts.ts';

type GenerateDialogProps = { outcome: Generated; onConfirm: () => void; onClose: () => void };

export function GenerateDialog({ outcome, onConfirm, onClose }: GenerateDialogProps) {
  const say = useText();
  const write = useNumber();
  const { created, updated, superseded } = outcome;
  const counts = {
    created: write(created),
    updated: write(updated),
    superseded: write(superseded),
  };
  return (
    <ConfirmDialog
      title={say(texts.runTitle)}
      text={fillTemplate(say(texts.runText), counts)}
      action={say(texts.run)}
      cancel={say(texts.cancel)}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
