import { Box, Link, Skeleton } from '@mui/material';
import { useReference, useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router-dom';
import { useReferences } from '../reference-context.tsx';

type RecordLinkProps = { resource: string; id: string };

/** A record of another resource by its title. The titles of a whole page are asked for together. */
export function RecordLink(props: RecordLinkProps) {
  return useReferences().mayRead(props.resource) ? (
    <ReadableRecord {...props} />
  ) : (
    <HiddenRecord id={props.id} />
  );
}

function ReadableRecord({ resource, id }: RecordLinkProps) {
  const { titleOf, pathOf } = useReferences();
  const { referenceRecord, isPending } = useReference({ reference: resource, id });
  if (isPending)
    return <Skeleton component="span" sx={{ display: 'inline-block', width: '10ch' }} />;
  if (referenceRecord === undefined) return <HiddenRecord id={id} />;
  const title = titleOf(resource, referenceRecord);
  return (
    <Link
      component={RouterLink}
      to={pathOf(resource, id)}
      title={title}
      // In a list a click on the row opens the row's own record.
      onClick={(event) => event.stopPropagation()}
      sx={{ overflowWrap: 'anywhere', unicodeBidi: 'isolate' }}
    >
      {title}
    </Link>
  );
}

/**
 * All there is to say of a record that cannot be looked at, calmly: it is no error of the reader.
 * One that is hidden is told by the server as if it were not there.
 */
function HiddenRecord({ id }: { id: string }) {
  const translate = useTranslate();
  return (
    <Box component="span" title={id} sx={{ color: 'text.secondary', fontStyle: 'italic' }}>
      {translate('values.reference.hidden')}
    </Box>
  );
}
