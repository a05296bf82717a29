import AccountTree from '@mui/icons-material/AccountTree';
import Article from '@mui/icons-material/Article';
import Assignment from '@mui/icons-material/Assignment';
import Biotech from '@mui/icons-material/Biotech';
import Bookmark from '@mui/icons-material/Bookmark';
import Business from '@mui/icons-material/Business';
import CalendarMonth from '@mui/icons-material/CalendarMonth';
import Category from '@mui/icons-material/Category';
import CompareArrows from '@mui/icons-material/CompareArrows';
import Description from '@mui/icons-material/Description';
import Event from '@mui/icons-material/Event';
import Factory from '@mui/icons-material/Factory';
import Flag from '@mui/icons-material/Flag';
import Folder from '@mui/icons-material/Folder';
import Group from '@mui/icons-material/Group';
import Handshake from '@mui/icons-material/Handshake';
import Inventory from '@mui/icons-material/Inventory';
import Label from '@mui/icons-material/Label';
import Link from '@mui/icons-material/Link';
import List from '@mui/icons-material/List';
import LocalShipping from '@mui/icons-material/LocalShipping';
import LunchDining from '@mui/icons-material/LunchDining';
import MenuBook from '@mui/icons-material/MenuBook';
import People from '@mui/icons-material/People';
import Person from '@mui/icons-material/Person';
import Place from '@mui/icons-material/Place';
import Public from '@mui/icons-material/Public';
import Receipt from '@mui/icons-material/Receipt';
import Recycling from '@mui/icons-material/Recycling';
import Restaurant from '@mui/icons-material/Restaurant';
import School from '@mui/icons-material/School';
import Science from '@mui/icons-material/Science';
import Search from '@mui/icons-material/Search';
import Settings from '@mui/icons-material/Settings';
import ShoppingCart from '@mui/icons-material/ShoppingCart';
import Star from '@mui/icons-material/Star';
import Storage from '@mui/icons-material/Storage';
import Tune from '@mui/icons-material/Tune';
import Verified from '@mui/icons-material/Verified';
import Warning from '@mui/icons-material/Warning';
import Work from '@mui/icons-material/Work';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type SvgIcon from '@mui/material/SvgIcon';
import { createElement } from 'react';
import type { IconName } from '../../descriptor/icons.ts';

/** The icons a descriptor can name, imported one by one because the whole set has 10,000. */
const icons: Record<IconName, typeof SvgIcon> = {
  account_tree: AccountTree,
  article: Article,
  assignment: Assignment,
  biotech: Biotech,
  bookmark: Bookmark,
  business: Business,
  calendar_month: CalendarMonth,
  category: Category,
  compare_arrows: CompareArrows,
  description: Description,
  event: Event,
  factory: Factory,
  flag: Flag,
  folder: Folder,
  group: Group,
  handshake: Handshake,
  inventory: Inventory,
  label: Label,
  link: Link,
  list: List,
  local_shipping: LocalShipping,
  lunch_dining: LunchDining,
  menu_book: MenuBook,
  people: People,
  person: Person,
  place: Place,
  public: Public,
  receipt: Receipt,
  recycling: Recycling,
  restaurant: Restaurant,
  school: School,
  science: Science,
  search: Search,
  settings: Settings,
  shopping_cart: ShoppingCart,
  star: Star,
  storage: Storage,
  tune: Tune,
  verified: Verified,
  warning: Warning,
  work: Work,
};

/** The icon of this name, or a plain list if a newer server names an icon this page does not have. */
export function ResourceIcon({ name, ...props }: SvgIconProps & { name: string }) {
  return createElement(icons[name as IconName] ?? List, { 'aria-hidden': true, ...props });
}
