import { useEffect, useRef, useState } from 'preact/hooks';

import type { BubbleCard } from '../views/bubble';
import { Buttons } from './Buttons';
import { BackIcon, NextIcon } from './Icons';
import { Header } from './Media';
import { RichText } from './RichText';

interface CarouselProps {
	readonly cards: readonly BubbleCard[];
	readonly onPress: (button: string) => void;
}

/** Cards to swipe; with the keyboard by the arrow keys, with a mouse by the buttons. */
export function Carousel({ cards, onPress }: CarouselProps) {
	const strip = useRef<HTMLDivElement>(null);

	const [ends, setEnds] = useState({ first: true, last: cards.length < 2 });

	useEffect(() => {
		const element = strip.current;
		if (element === null) return undefined;
		const look = () =>
			setEnds({
				first: element.scrollLeft < 4,
				last: element.scrollLeft + element.clientWidth > element.scrollWidth - 4,
			});
		look();
		element.addEventListener('scroll', look, { passive: true });
		return () => element.removeEventListener('scroll', look);
	}, []);

	function move(cardsOn: number): void {
		const width = strip.current?.firstElementChild?.clientWidth ?? 0;
		strip.current?.scrollBy({ left: cardsOn * (width + 8), behavior: 'smooth' });
	}

	return (
		<div class="carousel" role="group" aria-roledescription="carousel" aria-label={`${cards.length} cards`}>
			<div class="cards" ref={strip} tabIndex={0} role="group" aria-label="Cards, swipe or use the arrow keys">
				{cards.map(({ header, text, buttons }, place) => (
					<div class="card" key={place} role="group" aria-label={`Card ${place + 1} of ${cards.length}`}>
						{header !== null && <Header header={header} />}
						{text !== '' && <p class="bubble-text"><RichText text={text} /></p>}
						<Buttons buttons={buttons} onPress={onPress} />
					</div>
				))}
			</div>
			<button
				type="button"
				class="carousel-move carousel-back"
				aria-label="Card before"
				disabled={ends.first}
				onClick={() => move(-1)}
			>
				<BackIcon />
			</button>
			<button
				type="button"
				class="carousel-move carousel-next"
				aria-label="Next card"
				disabled={ends.last}
				onClick={() => move(1)}
			>
				<NextIcon />
			</button>
		</div>
	);
}
