import type { FieldUi } from '../../type/field-ui.ts';
import { isPictureFile, type FileValue } from '../../files/file-value.ts';
import { FilesCell } from '../../screen/files-cell.ui.tsx';

export const fileUi: FieldUi = {
  Cell: ({ value, ...rest }) => <FilesCell files={[value as FileValue]} {...rest} />,
  isPicture: (value) => isPictureFile(value as FileValue),
};
