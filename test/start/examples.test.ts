import { readExamples, withInboxAddress } from '../../scripts/start/examples.mts';

it('the note of the first example links the inbox where it is, also on another port', async () => {
	const { sendTemplate } = await readExamples();
	const notes = JSON.stringify(withInboxAddress(sendTemplate, 'http://localhost:4710').nodes);
	expect(notes).toContain('[localhost:4710](http://localhost:4710)');
	expect(notes).not.toContain('4010');
});
