import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface DialogProps {
	readonly title: string;
	readonly children: ComponentChildren;
	readonly onClose: () => void;
}

/** A question above the page. The browser keeps the focus in it, and gives it back when it closes. */
export function Dialog({ title, children, onClose }: DialogProps) {
	const box = useRef<HTMLDialogElement>(null);
	const id = useId();
	useEffect(() => {
		const dialog = box.current;
		dialog?.showModal();
		return () => dialog?.close();
	}, []);
	return (
		<dialog
			ref={box}
			class="dialog"
			aria-labelledby={id}
			onCancel={onClose}
			// Escape closes the dialog, and not also the details below it.
			onKeyDown={(event) => event.stopPropagation()}
			onClick={(event) => event.target === box.current && onClose()}
		>
			<div class="dialog-body">
				<h2 id={id}>{title}</h2>
				{children}
			</div>
		</dialog>
	);
}
