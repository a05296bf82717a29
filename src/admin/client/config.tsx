import type { FileProblem } from '../../contract/meta.ts';
import { createContext, useContext } from 'react';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { toDescriptor } from '../../descriptor/read/to-descriptor.ts';
import { showTimesIn } from '../../fields/text/date-format.ts';
import type { OwnUser } from './account/own-user.ts';
import type { LoadedConfig } from './load-config.ts';

/** What `GET /api/config` and `/api/users/current` returned: the signed-in user, and what they may use. */
export type Config = {
  user: OwnUser;
  descriptor: Descriptor;
  role: string;
  version: string;
  languages: readonly string[];
  links: Readonly<Record<string, string>>;
  /** The hash of the whole descriptor; a different hash from the server means that the descriptor changed. */
  hash: string;
  /** The path of each icon, in a square of 24. */
  icons: Readonly<Record<string, string>>;
  /** The problems of the descriptor as last saved; empty for users who cannot edit it. */
  problems: readonly FileProblem[];
};

export function toConfig({ user, config }: LoadedConfig): Config {
  const descriptor = toDescriptor(config.descriptor);
  showTimesIn(descriptor.app.timeZone);
  return { ...config, user, descriptor };
}

const ConfigContext = createContext<Config | undefined>(undefined);

export const ConfigProvider = ConfigContext.Provider;

/** The configuration. It is loaded before `<Admin>` is rendered, so every component inside has it at once. */
export function useConfig(): Config {
  const config = useContext(ConfigContext);
  if (config === undefined) throw new Error('useConfig must be used inside a <ConfigProvider>');
  return config;
}
