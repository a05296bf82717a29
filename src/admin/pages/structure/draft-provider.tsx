import { type ReactNode, use } from 'react';
import type { Location } from 'react-router-dom';
import { mayConfigure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { QueryState } from '../../kit/loading/query-state.tsx';
import { AccessDeniedPage } from '../../kit/message-page.tsx';
import { UnsavedChanges } from '../../kit/unsaved-changes.tsx';
import { useTexts } from '../../messages/texts.ts';
import { DraftBar } from './draft/draft-bar.tsx';
import { DraftNotes } from './draft/draft-notes.tsx';
import { Review } from './review/review.tsx';
import { useDescriptorTexts } from './draft/use-descriptor-texts.ts';
import { useDraft } from './draft/use-draft.ts';
import { StructureDraftContext } from './draft/use-structure-draft.ts';

type Children = { children: ReactNode };

/** Keeps the draft while somebody goes from page to page of the structure, with its bar and its review on each. */
export function DraftProvider({ children }: Children) {
  const { descriptor, role } = useConfig();
  const isAllowed = mayConfigure(descriptor, role);
  const { data, isPlaceholderData } = useDescriptorTexts({ enabled: isAllowed });
  const content = useDraft(data, isPlaceholderData);
  const { draft } = content;
  const { unsaved } = useTexts('structure-draft');
  const isReview = draft?.isReview === true && draft.canReview;
  return (
    <StructureDraftContext value={content}>
      <UnsavedChanges
        isDirty={() => draft !== undefined && draft.saved.state !== 'saved'}
        placeOf={placeInStructure}
        text={() => unsaved}
        onLeave={doNothing}
      />
      {draft && <DraftNotes draft={draft} />}
      {isReview ? <Review draft={draft} /> : children}
      {draft && !isReview && <DraftBar draft={draft} />}
    </StructureDraftContext>
  );
}

const doNothing = (): void => undefined;

/** The draft goes along on all pages of the structure. */
function placeInStructure({ pathname }: Location): string {
  return pathname.startsWith('/structure/') ? '/structure' : pathname;
}

/** Shows what needs the draft, once it is there. */
export function WithDraft({ children }: Children) {
  const { loading } = useTexts('structure-text');
  const { descriptor, role } = useConfig();
  const isAllowed = mayConfigure(descriptor, role);
  const { error } = useDescriptorTexts({ enabled: isAllowed });
  const { draft, error: draftError } = use(StructureDraftContext);
  if (!isAllowed) return <AccessDeniedPage />;
  return draft ? children : <QueryState error={error ?? draftError} isPending loading={loading} />;
}
