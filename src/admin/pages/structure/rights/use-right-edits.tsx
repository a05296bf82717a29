import { useState, type ReactNode } from 'react';
import type { Descriptor, Operation } from '../../../../descriptor/descriptor.ts';
import { openFiles, wholeOf } from '../../../../descriptor/edits/open-files.ts';
import type { JsonObject } from '../../../../descriptor/json-object.ts';
import { fillTemplate } from '../../../../fields/problems/fill-template.ts';
import { ConfirmDialog } from '../../../kit/dialog-frame.tsx';
import { useLabels } from '../../../kit/use-i18n.ts';
import { useTexts } from '../../../messages/texts.ts';
import { useStructureDraft } from '../draft/use-structure-draft.ts';
import { lossesOf, type Edit } from './right-edits.ts';

type About = {
  collection: string;
  /** What the person chose to change; nobody has to be asked about it. */
  operation?: Operation;
  /** Something else that the edit ends. */
  ends?: string | undefined;
};

type RightEdits = { change: (make: Edit, about: About) => void; dialog: ReactNode };

/** Edits permissions. If conditions go, or leave more records to a role, a person agrees first. */
export function useRightEdits(of: { declared: JsonObject; descriptor: Descriptor }): RightEdits {
  const { loss } = useTexts('structure-rights');
  const { operations } = useTexts('structure');
  const { add } = useTexts('structure-fields');
  const { files, edit } = useStructureDraft();
  const labels = useLabels(of.descriptor);
  const [asked, setAsked] = useState<{ make: Edit; text: string }>();

  function textOf(make: Edit, { collection, operation, ends }: About): string {
    const edited = make(files);
    const opened = 'files' in edited ? openFiles(edited.files) : edited;
    if ('refused' in opened) return '';
    const say = (text: string, role: string, all: readonly Operation[]): string[] => {
      const others = all.filter((one) => one !== operation).map((one) => operations[one]);
      const values = { role: labels.ofRole(role), operations: others.join(', ') };
      return others.length > 0 ? [fillTemplate(text, values)] : [];
    };
    const losses = lossesOf(of.declared, wholeOf(opened), collection);
    return [
      ...(ends === undefined ? [] : [ends]),
      ...losses.flatMap(({ role, lost }) => say(loss.lost, role, lost)),
      ...losses.flatMap(({ role, opened: more }) => say(loss.opened, role, more)),
    ].join(' ');
  }

  return {
    change(make, about) {
      const text = textOf(make, about);
      if (text === '') edit(make);
      else setAsked({ make, text });
    },
    dialog: asked && (
      <ConfirmDialog
        title={loss.title}
        text={asked.text}
        cancel={add.cancel}
        action={loss.do}
        isGrave
        onAction={() => {
          edit(asked.make);
          setAsked(undefined);
        }}
        onClose={() => setAsked(undefined)}
      />
    ),
  };
}
