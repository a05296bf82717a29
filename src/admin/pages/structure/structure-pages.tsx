import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom';
import { maySeeStructure } from '../../../descriptor/access.ts';
import { useConfig } from '../../client/config.tsx';
import { toStructurePath } from '../../kit/screen-paths.ts';
import { AccessDeniedPage, NotFoundPage } from '../../kit/message-page.tsx';
import { ErrorBoundary } from '../../shell/layout/page-error.tsx';
import { CollectionPage } from './collection/collection-page.tsx';
import { DraftProvider } from './draft-provider.tsx';
import { CreatedNotes } from './new/created-notes.tsx';
import { NewCollectionPage } from './new/new-collection-page.tsx';
import { StructurePage } from './structure-page.tsx';

/** All pages of the structure. They share one draft; those that change it are inside of `WithDraft`. */
export function StructurePages() {
  const { descriptor, role } = useConfig();
  if (!maySeeStructure(descriptor, role)) return <AccessDeniedPage />;
  return (
    <DraftProvider>
      <CreatedNotes />
      <ErrorBoundary>
        <Routes>
          <Route index element={<Navigate to="overview" replace />} />
          <Route path="overview" element={<StructurePage />} />
          <Route path="new" element={<NewCollectionPage />} />
          <Route path="collections/:collection" element={<CollectionPage />} />
          <Route path=":collection" element={<ToCollection />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </ErrorBoundary>
    </DraftProvider>
  );
}

/** The former address of a collection, which people have stored. */
function ToCollection() {
  const { collection = '' } = useParams();
  const { search, hash } = useLocation();
  return <Navigate to={{ pathname: toStructurePath(collection), search, hash }} replace />;
}
