import type { ComponentChildren } from 'preact';

const Icon = ({ children, size = 20 }: { children: ComponentChildren; size?: number }) => (
	<svg
		class="icon"
		width={size}
		height={size}
		viewBox="0 0 24 24"
		fill="none"
		stroke="currentColor"
		stroke-width="1.8"
		stroke-linecap="round"
		stroke-linejoin="round"
		aria-hidden="true"
	>
		{children}
	</svg>
);

export const BackIcon = () => <Icon><path d="M15 5l-7 7 7 7" /></Icon>;
export const CloseIcon = () => <Icon><path d="M6 6l12 12M18 6L6 18" /></Icon>;
export const NextIcon = () => <Icon><path d="M9 5l7 7-7 7" /></Icon>;
export const SendIcon = () => <Icon><path d="M4 12l16-8-6 16-3-7-7-1z" /></Icon>;
export const SearchIcon = () => <Icon size={18}><circle cx="11" cy="11" r="6.5" /><path d="M16 16l4.5 4.5" /></Icon>;
export const FileIcon = () => <Icon size={28}><path d="M6 3h8l4 4v14H6z" /><path d="M14 3v4h4M9 12h6M9 16h6" /></Icon>;
export const PlayIcon = () => <Icon size={44}><circle cx="12" cy="12" r="9.5" /><path d="M10 8.5v7l6-3.5z" fill="currentColor" /></Icon>;
export const SoundIcon = () => <Icon size={28}><path d="M5 10v4M9 7v10M13 4v16M17 8v8M21 11v2" /></Icon>;
export const PictureIcon = () => <Icon size={40}><rect x="3" y="5" width="18" height="14" rx="2" /><circle cx="9" cy="10" r="1.6" /><path d="M4 18l6-5 4 3 3-2 4 4" /></Icon>;
export const LinkIcon = () => <Icon size={16}><path d="M14 5h5v5M19 5l-8 8M17 14v5H5V7h5" /></Icon>;
export const ReplyIcon = () => <Icon size={16}><path d="M10 7L5 12l5 5M5 12h9a5 5 0 0 1 5 5" /></Icon>;
export const PhoneIcon = () => <Icon size={16}><path d="M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z" /></Icon>;
export const CopyIcon = () => <Icon size={16}><rect x="8" y="8" width="12" height="12" rx="2" /><path d="M16 8V4H4v12h4" /></Icon>;
export const BagIcon = () => <Icon size={16}><path d="M6 8h12l1 12H5zM9 8a3 3 0 0 1 6 0" /></Icon>;
export const LockIcon = () => <Icon size={14}><rect x="5" y="11" width="14" height="9" rx="2" /><path d="M8 11V8a4 4 0 0 1 8 0v3" /></Icon>;
export const ClockIcon = () => <Icon size={14}><circle cx="12" cy="12" r="8.5" /><path d="M12 7v5l3 2" /></Icon>;
export const PersonIcon = () => <Icon size={22}><circle cx="12" cy="8.5" r="3.6" /><path d="M5 20c.6-4 3.4-6 7-6s6.400 2 7 6" /></Icon>;
