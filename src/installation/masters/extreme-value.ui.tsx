import { defineField, useNumberFormat } from '../../admin/extending.ts';
import { toListPath, toRecordPath } from '../../admin/kit/screen-paths.ts';
import { useConfig } from '../../admin/client/config.tsx';
import { TextLink } from '../../admin/kit/text-link.tsx';
import { useResource } from '../../admin/kit/use-resource.ts';
import { useExtreme, whereExtreme, type ExtremeName } from './provenance-reading.ui.ts';

/** The highest or lowest value of a master, which leads to the measurement that has it, or to the list of several. */
function extremeLook(name: ExtremeName) {
  return defineField({
    Cell: ({ value, record }) => <ExtremeValue name={name} value={value} id={record?.['id']} />,
  });
}

export const valueMinLook = extremeLook('valueMin');
export const valueMaxLook = extremeLook('valueMax');

type ExtremeValueProps = { name: ExtremeName; value: number; id: string };

function ExtremeValue(props: ExtremeValueProps) {
  const write = useNumberFormat();
  const { resources } = useConfig().descriptor;
  // The user may be allowed to see masters only.
  return resources.has('extractions') ? <ExtremeLink {...props} /> : write(props.value);
}

function ExtremeLink({ name, value, id }: ExtremeValueProps) {
  const write = useNumberFormat();
  const { resource } = useResource('extractions');
  const extractions = useExtreme(id, name, value);
  const [first] = extractions?.data ?? [];
  if (!extractions || !first) return write(value);
  const where = whereExtreme(id, name, value);
  const isOne = extractions.total === 1;
  const to = isOne ? toRecordPath(resource, first._id) : toListPath(resource, { where });
  return <TextLink to={to}>{write(value)}</TextLink>;
}
