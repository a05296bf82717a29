import { Box } from '@mui/material';
import { useReference, type RaRecord } from 'react-admin';
import { titlesMeta, useReferences } from '../type/reference-context.tsx';
import { RecordLink } from './record-link.ui.tsx';

type AncestorsProps = {
  resource: string;
  record: RaRecord;
  /** The titles are links. */
  isLinked?: boolean;
};

/**
 * The titles of the records above one in its tree, from the top: `Tools › Saws › `. Nothing for a record without a
 * parent. Those of a page load together, level by level.
 */
export function Ancestors(props: AncestorsProps) {
  return <Above {...props} seen={[String(props.record.id)]} />;
}

/** `seen`: the records below, so that a loop in old data ends. */
type AboveProps = AncestorsProps & { seen: readonly string[] };

function Above(props: AboveProps) {
  const { resource, record, seen } = props;
  const { parentOf, mayRead } = useReferences();
  const id = parentOf(resource, record);
  if (id === undefined || seen.includes(id) || !mayRead(resource)) return null;
  return <Ancestor {...props} id={id} />;
}

function Ancestor({ resource, id, isLinked = false, seen }: AboveProps & { id: string }) {
  const { titleOf } = useReferences();
  const { referenceRecord } = useReference({
    reference: resource,
    id,
    options: { meta: titlesMeta },
  });
  if (!referenceRecord) return null;
  return (
    <>
      <Above
        resource={resource}
        record={referenceRecord}
        isLinked={isLinked}
        seen={[...seen, id]}
      />
      {isLinked ? (
        <RecordLink resource={resource} id={id} />
      ) : (
        <bdi>{titleOf(resource, referenceRecord)}</bdi>
      )}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {' › '}
      </Box>
    </>
  );
}
