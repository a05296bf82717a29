import { inputsOfFiles } from '../../screen/files-input.ui.tsx';

export const fileInputs = inputsOfFiles({ isMany: false });
