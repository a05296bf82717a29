import { createContext, type ComponentType } from 'react';
import type { InputProps } from '../type/field-ui.ts';

export type FilesInputProps = InputProps & {
  /** The value is a list of files, and not one file. */
  isMany: boolean;
};

/** The input of files, which the application provides, because it sends them to its server. */
export type FilesInputs = {
  Input: ComponentType<FilesInputProps>;
  /** What has the fields, such as the action `sources.review`. Default: the collection on the screen. */
  owner?: string | undefined;
};

export const FilesInputContext = createContext<FilesInputs | undefined>(undefined);
