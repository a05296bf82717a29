import DarkModeIcon from '@mui/icons-material/DarkModeOutlined';
import LightModeIcon from '@mui/icons-material/LightModeOutlined';
import SystemIcon from '@mui/icons-material/SettingsBrightnessOutlined';
import { useTranslate } from 'react-admin';
import { usePreference } from '../../client/use-preference.ts';
import { appearances, setAppearance, useAppearance, type Appearance } from '../theme/appearance.ts';
import { ChoiceMenu } from './choice-menu.tsx';

const icons: Record<Appearance, typeof SystemIcon> = {
  light: LightModeIcon,
  dark: DarkModeIcon,
  system: SystemIcon,
};

export function AppearanceMenu() {
  const translate = useTranslate();
  const keep = usePreference();
  const current = useAppearance();
  const Icon = icons[current];
  const nameOf = (appearance: Appearance): string => translate(`layout.themes.${appearance}`);
  return (
    <ChoiceMenu
      label={translate('layout.theme', { name: nameOf(current) })}
      icon={<Icon />}
      choices={appearances.map((value) => ({ value, label: nameOf(value) }))}
      current={current}
      onChoose={(theme) => {
        setAppearance(theme);
        keep({ theme });
      }}
    />
  );
}
