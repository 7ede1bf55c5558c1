import { useCallback, useEffect, useState } from 'preact/hooks';

/** The conversation that the address names after `#`, so that it can be linked to and gone back from. */
export function useSelection(): readonly [string | undefined, (id: string | undefined) => void] {
	const read = () => decodeURIComponent(location.hash.slice(1)) || undefined;
	const [selected, setSelected] = useState(read());

	useEffect(() => {
		const onChange = () => setSelected(read());
		addEventListener('hashchange', onChange);
		return () => removeEventListener('hashchange', onChange);
	}, []);

	const select = useCallback((id: string | undefined) => {
		if (id === undefined) history.back();
		else if (location.hash === '') location.hash = encodeURIComponent(id);
		else location.replace(`#${encodeURIComponent(id)}`);
	}, []);

	return [selected, select];
}
